import { Button, MultiSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCampaigns } from '../../data/campaigns.ts';
import { useCreateReport, type ReportCreate } from '../../data/reports.ts';
import { FormButtons } from '../../parts/api-button.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useDraftForm } from '../../parts/use-draft-form.ts';

interface ReportValues {
  readonly name: string;
  readonly campaignIds: string[];
  /** A day as `2026-01-31`; empty for none. */
  readonly from: string;
  readonly expires: string;
}

const midnight = (day: string): string => `${day}T00:00:00Z`;

/** Creates a page with numbers for readers without a log-in. */
export function ShareReport({ onClose }: { readonly onClose: () => void }): ReactNode {
  const create = useCreateReport();
  const campaigns = useCampaigns({});
  const { form, key, showError, discard } = useDraftForm<ReportValues>({
    name: 'report',
    secrets: [],
    initialValues: { name: '', campaignIds: [], from: '', expires: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const bodyOf = ({ name, campaignIds, from, expires }: ReportValues): ReportCreate => ({
    name,
    ...(campaignIds.length > 0 && { campaign_ids: campaignIds }),
    ...(from !== '' && { from: midnight(from) }),
    ...(expires !== '' && { expires_at: midnight(expires) }),
  });
  const submit = form.onSubmit((values) => {
    const body = bodyOf(values);
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    create.mutate({ body, idempotencyKey: key }, { onSuccess, onError: showError });
  });
  return (
    <FormDialog title="Share report" onClose={onClose} onSubmit={submit} error={create.error}>
      <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
      <MultiSelect
        label="Campaigns"
        description="All campaigns of the workspace without a choice."
        data={campaigns.items.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        {...form.getInputProps('campaignIds')}
      />
      <TextInput
        label="Numbers since"
        description="A day in UTC; from the first email if empty."
        type="date"
        {...form.getInputProps('from')}
      />
      <TextInput
        label="Expires on"
        description="The page is gone at the start of this day in UTC; never if empty."
        type="date"
        {...form.getInputProps('expires')}
      />
      <FormButtons
        request={() => ({ method: 'post', path: '/api/v1/reports/', body: bodyOf(form.getValues()) })}
      >
        <Button type="submit" loading={create.isPending}>
          Share report
        </Button>
      </FormButtons>
    </FormDialog>
  );
}
