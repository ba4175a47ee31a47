import { describe, expect, it } from '@jest/globals';
import { createTemplateCache } from '../templates/index.ts';
import { sentContentOf } from './sent-messages.ts';

describe('an email whose rendering is not known', () => {
  it('has no text, and says that the text is missing', () => {
    const sealer = { open: (sealed: Uint8Array) => sealed };
    const send = { contact_id: 'ct_1', step_id: 'stp_1', variant_id: null, sealed_rendering: null };
    expect(sentContentOf({ templates: createTemplateCache(), sealer }, send, undefined)).toEqual({
      from_name: null,
      body_text: '',
      body_html: null,
      truncated: true,
    });
  });
});
