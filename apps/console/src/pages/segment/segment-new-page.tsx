import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { NotLoaded } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';
import { SegmentForm } from './segment-form.tsx';

/** A new dynamic segment. Static ones are made of chosen contacts, in the list of contacts. */
export function SegmentNewPage(): ReactNode {
  const navigate = useNavigate();
  const customFields = useCustomFields();
  return (
    <Page title="New segment">
      {customFields.data === undefined ? (
        <NotLoaded query={customFields} lines={8} />
      ) : (
        <SegmentForm
          segment={undefined}
          customFields={customFields.data}
          onSaved={({ id }) =>
            void navigate({ to: '/contacts/segments/$segmentId', params: { segmentId: id }, replace: true })
          }
        />
      )}
    </Page>
  );
}
