import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePersonalData } from '../../data/contact-exports.ts';
import { Failure } from '../../parts/failure.tsx';
import { saveFile } from '../../parts/save-file.ts';

/** Saves everything that is stored about the contact as a file. */
export function PersonalDataButton({ id }: { readonly id: string }): ReactNode {
  const data = usePersonalData(id);
  return (
    <>
      {data.error !== null && <Failure error={data.error} />}
      <Button
        variant="default"
        loading={data.isPending}
        onClick={() =>
          data.mutate(undefined, { onSuccess: (file) => saveFile(file, `${id}-personal-data.json`) })
        }
      >
        Download personal data
      </Button>
    </>
  );
}
