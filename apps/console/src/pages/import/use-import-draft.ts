import { useSessionStorage } from '@mantine/hooks';
import type { DedupBehavior, FilePreview } from '../../data/imports.ts';
import { guessTargets } from './guess-columns.ts';

/** The choices of a person about a file with these columns. */
export interface ImportDraft {
  readonly columns: readonly string[];
  readonly targets: readonly string[];
  readonly behavior: DedupBehavior;
  readonly tags: readonly string[];
  readonly verifies: boolean;
}

/** The choices for a file. They survive a reload: a file with the same columns has them again. */
export function useImportDraft(
  preview: FilePreview,
): readonly [draft: ImportDraft, change: (changed: Partial<ImportDraft>) => void, remove: () => void] {
  const [stored, setStored, remove] = useSessionStorage<ImportDraft | null>({
    key: 'import',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const { columns } = preview;
  const isSame = stored !== null && JSON.stringify(stored.columns) === JSON.stringify(columns);
  const draft: ImportDraft = isSame
    ? stored
    : { columns, targets: guessTargets(preview), behavior: 'update', tags: [], verifies: false };
  return [draft, (changed) => setStored({ ...draft, ...changed }), remove];
}
