import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCustomFields } from '../../data/custom-fields.ts';
import { useDeleteSegment, useSegment } from '../../data/segments.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { NotLoaded } from '../../parts/failure.tsx';
import { formatWord } from '../../parts/format.ts';
import { LinkButton } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { useCan } from '../../session/session.ts';
import { SegmentForm } from './segment-form.tsx';

const route = getRouteApi('/contacts/segments/$segmentId');

/** One segment: its name and filters, its contacts, and its deletion. */
export function SegmentPage(): ReactNode {
  const { segmentId } = route.useParams();
  const navigate = useNavigate();
  const segment = useSegment(segmentId);
  const customFields = useCustomFields();
  const canWrite = useCan('contacts:write');
  const remove = useDeleteSegment();
  const [isAsking, question] = useDisclosure();
  if (segment.data === undefined) return <NotLoaded query={segment} lines={10} />;
  if (customFields.data === undefined) return <NotLoaded query={customFields} lines={10} />;
  const { name, segment_type } = segment.data;
  return (
    <Page
      title={name}
      status={<Text c="dimmed">{formatWord(segment_type)}</Text>}
      actions={
        <>
          <LinkButton variant="default" to="/contacts" search={{ segment: segmentId }}>
            Show in contacts
          </LinkButton>
          {canWrite && (
            <Button variant="default" c="error" onClick={question.open}>
              Delete segment
            </Button>
          )}
        </>
      }
    >
      <SegmentForm key={segmentId} segment={segment.data} customFields={customFields.data} />
      {isAsking && (
        <Confirm
          onClose={question.close}
          action="Delete segment"
          effect={`${name} is deleted. Its contacts stay. This cannot be undone.`}
          change={remove}
          onConfirm={() =>
            remove.mutate(segmentId, { onSuccess: () => void navigate({ to: '/contacts/segments' }) })
          }
        />
      )}
    </Page>
  );
}

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
