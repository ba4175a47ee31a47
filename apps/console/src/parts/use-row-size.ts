import { useLocalStorage } from '@mantine/hooks';

/** Heights of the rows of lists, in pixels. */
export const ROW_HEIGHTS = { compact: 36, comfortable: 44 } as const;
export type RowSize = keyof typeof ROW_HEIGHTS;

/** The size of rows that the user has chosen on this device. */
export function useRowSize(): readonly [RowSize, (size: RowSize) => void] {
  const [stored, setStored] = useLocalStorage({
    key: 'row-size',
    defaultValue: 'compact',
    getInitialValueInEffect: false,
  });
  return [stored === 'comfortable' ? 'comfortable' : 'compact', setStored];
}
