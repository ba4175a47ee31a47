import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { campaignOptions } from '../../data/options.ts';
import { useCreateReport, type ReportCreate } from '../../data/reports.ts';
import { RequestDialog } from '../../parts/form-dialog.tsx';
import { SearchMultiSelect } from '../../parts/search-multi-select.tsx';
import { useCreateForm } from '../../parts/use-create-form.ts';

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
  const { form, dialog } = useCreateForm<ReportValues, ReportCreate>({
    name: 'report',
    initialValues: { name: '', campaignIds: [], from: '', expires: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
    creation: useCreateReport(),
    path: '/api/v1/reports/',
    bodyOf: ({ name, campaignIds, from, expires }) => ({
      name,
      ...(campaignIds.length > 0 && { campaign_ids: campaignIds }),
      ...(from !== '' && { from: midnight(from) }),
      ...(expires !== '' && { expires_at: midnight(expires) }),
    }),
    onClose,
  });
  return (
    <RequestDialog title="Share report" {...dialog}>
      <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
      <SearchMultiSelect
        label="Campaigns"
        description="All campaigns of the workspace without a choice."
        source={campaignOptions}
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
    </RequestDialog>
  );
}
