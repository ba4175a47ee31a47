import { SendRecord } from '@outreach/contracts-campaigns/send';

export const Send = SendRecord.meta({ id: 'Send' });
