import { PLATFORMS } from '@outreach/contracts-campaigns/records';

/** The sending platforms of other providers. `native` is the SMTP server of the account. */
export type ThirdParty = Exclude<(typeof PLATFORMS)[number], 'native'>;

export const THIRD_PARTIES: readonly ThirdParty[] = PLATFORMS.filter((name) => name !== 'native');
