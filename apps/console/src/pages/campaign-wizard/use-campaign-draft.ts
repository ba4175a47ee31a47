import { useSessionStorage } from '@mantine/hooks';
import type { Campaign } from '../../data/campaigns.ts';
import { useKeptKey } from '../../parts/use-kept-key.ts';
import { isSame, NEW_CAMPAIGN, toDraft, type CampaignDraft } from './campaign-draft.ts';

export interface CampaignDraftState {
  readonly draft: CampaignDraft;
  /** True if the API does not have the draft as it is here. */
  readonly isUnsaved: boolean;
  readonly change: (changed: Partial<CampaignDraft>) => void;
  readonly discard: () => void;
  readonly idempotencyKey: string;
  /** Called with the reason why the draft was not saved. */
  readonly onError: (error: Error) => void;
}

/** The settings as they are typed. They survive an error, a reload and a lost session. */
export function useCampaignDraft(campaign: Campaign | undefined): CampaignDraftState {
  const saved = campaign === undefined ? NEW_CAMPAIGN : toDraft(campaign);
  const [stored, setStored, discard] = useSessionStorage<CampaignDraft | null>({
    key: `campaign-${campaign?.id ?? 'new'}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const { key, renew, onError } = useKeptKey(`campaign-${campaign?.id ?? 'new'}`);
  const draft = stored ?? saved;
  return {
    draft,
    isUnsaved: campaign === undefined || !isSame(draft, saved),
    change: (changed) => {
      setStored({ ...draft, ...changed });
      renew();
    },
    discard: () => {
      discard();
      renew();
    },
    idempotencyKey: key,
    onError,
  };
}
