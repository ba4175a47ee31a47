import { id } from '@outreach/http-kit/fields';
import { z } from 'zod';

export const campaignParams = z.object({ campaign_id: id('cmp').describe('Id of the campaign.') });
export const contactParams = z.object({ contact_id: id('ct').describe('Id of the contact.') });
export const sequenceParams = z.object({ sequence_id: id('seq').describe('Id of the sequence.') });
