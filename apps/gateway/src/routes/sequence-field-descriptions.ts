import type { FieldDescriptions } from '@outreach/http-kit';

const COPY_FIELDS = {
  subject: 'Template of the subject. The default of a reply is `Re: ` and the subject of the first step.',
  body_html: 'Template of the HTML.',
  body_text: 'Template of the text; by default the text is made from the HTML.',
};

/** Descriptions of the fields of sequences. */
export const SEQUENCE_FIELDS: readonly FieldDescriptions[] = [
  {
    schemas: ['Sequence', 'SequenceCreate', 'SequenceUpdate'],
    fields: {
      status: '`draft`, `active` or `archived`. An archived sequence takes no new campaign.',
      version: 'Grows with every change of the steps.',
      steps: 'The emails, in their order; at most 50, and 900 KiB together.',
    },
  },
  {
    schemas: ['SequenceStepInput'],
    fields: {
      id: 'Id of the stored step; absent for a new one.',
      step_number: 'Position in the list, from 1.',
      delay_value: 'Time since the previous step was sent; 0 in the first step.',
      delay_unit: '`minutes`, `hours` or `days`.',
      thread_mode: '`reply` continues the thread of the first step, `new` starts one.',
      variants: 'Alternative texts, each for a share of the contacts.',
      ...COPY_FIELDS,
    },
  },
  {
    schemas: ['StepVariantInput'],
    fields: {
      id: 'Id of the stored variant; absent for a new one.',
      label: 'A letter from A to F; by default the first free one.',
      weight: 'Share in percent. The weights of the active variants sum to 100.',
      is_active: '`false` for a variant that no contact receives.',
      ...COPY_FIELDS,
    },
  },
  {
    schemas: ['StepSelection', 'TestEmail'],
    fields: {
      step_number: 'Number of the step.',
      variant_id: 'Id of the variant; by default the one that the contact would receive.',
    },
  },
  { schemas: ['TestEmail'], fields: { to: 'Address that receives the email.' } },
  {
    schemas: ['StepPreview'],
    fields: { body_html: '`null` if the step has no HTML.', body_text: 'The text, or the text of the HTML.' },
  },
  {
    schemas: ['TestEmailResult'],
    fields: {
      success: '`true` if the mail server accepted the email.',
      error: 'The reason of a failure.',
      message_id: 'Message-ID of the email.',
    },
  },
];
