import { Checkbox, Table } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { memo, useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import type { ListState } from '../data/use-pages.ts';
import { formatNumber } from './format.ts';
import { EmptyList, type EmptyListProps } from './empty.tsx';
import { ListEnd } from './list-end.tsx';
import { NotLoaded } from './failure.tsx';
import { ROW_HEIGHTS, useRowSize } from './use-row-size.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface Column<Item> {
  readonly header: string;
  /** In place of the text of the header. */
  readonly headerCell?: ReactNode;
  readonly cell: (item: Item) => ReactNode;
  /** In pixels; the others share the rest. */
  readonly width?: number;
  readonly isNumber?: boolean;
  /** The name of the row, if it is no link. */
  readonly isStrong?: boolean;
  /** Hidden on narrower screens. */
  readonly from?: 'xs' | 'md';
}

interface ListedItem {
  readonly id: string;
}

/** The rows that are chosen. The key `x` chooses the row of the focused link. */
export interface Selection<Item> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Names the row of a checkbox for screen readers. */
  readonly nameOf: (item: Item) => string;
}

export interface DataListProps<Item extends ListedItem> extends EmptyListProps {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly list: ListState<Item>;
  readonly columns: readonly Column<Item>[];
  readonly selection?: Selection<Item>;
}

/** A list of the API: pages are added while it scrolls. The keys `j` and `k` move over the links of its rows. */
export function DataList<Item extends ListedItem>(props: DataListProps<Item>): ReactNode {
  const { label, list, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [size] = useRowSize();
  const height = ROW_HEIGHTS[size];
  const { items } = list;
  // While the list scrolls, the columns stay the same objects, so that no row is rendered again.
  const columns = useMemo(
    () => (selection === undefined ? props.columns : [selectionColumn(items, selection), ...props.columns]),
    [items, selection, props.columns],
  );
  const { indexes, before, after, onScroll } = useVirtualRows(scroller, list, height);
  useRowKeys(scroller);
  if (list.isMissing) return <NotLoaded query={list} lines={12} />;
  if (items.length === 0) return <EmptyList {...props} />;
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      // A list without links is scrolled by keyboard too.
      tabIndex={0}
      role="region"
      aria-label={label}
      style={{ height: '100%', overflow: 'auto' }}
    >
      <Table stickyHeader highlightOnHover layout="fixed" fz="sm" verticalSpacing={0} horizontalSpacing="md">
        <Table.Caption hidden>{caption(label, list)}</Table.Caption>
        <Head columns={columns} height={height} />
        <Table.Tbody style={{ fontVariantNumeric: 'tabular-nums' }}>
          <Space height={before} />
          {indexes.map((index) => {
            const item = items[index];
            return item === undefined ? null : (
              <Row key={item.id} item={item} columns={columns} height={height} />
            );
          })}
          <Space height={after} />
        </Table.Tbody>
      </Table>
      <ListEnd list={list} />
    </div>
  );
}

function caption(label: string, { total }: ListState<unknown>): string {
  return total === undefined ? label : `${label}: ${formatNumber(total)}`;
}

const SELECTION_WIDTH = 48;

function selectionColumn<Item extends ListedItem>(
  items: readonly Item[],
  { keys, onChange, nameOf }: Selection<Item>,
): Column<Item> {
  const isAll = items.length > 0 && items.every(({ id }) => keys.has(id));
  return {
    header: 'Selected',
    width: SELECTION_WIDTH,
    headerCell: (
      <Checkbox
        size="xs"
        aria-label="Select all loaded rows"
        checked={isAll}
        indeterminate={!isAll && keys.size > 0}
        onChange={() => onChange(isAll ? new Set() : new Set(items.map(({ id }) => id)))}
      />
    ),
    cell: (item) => (
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(item)}`}
        checked={keys.has(item.id)}
        onChange={() => onChange(toggled(keys, item.id))}
        style={ROW_CHECKBOX}
      />
    ),
  };
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]);
}

function Head<Item>({ columns, height }: Omit<RowProps<Item>, 'item'>): ReactNode {
  return (
    <Table.Thead>
      <Table.Tr h={height}>
        {columns.map(({ header, headerCell, width, isNumber, from }) => (
          <Table.Th
            key={header}
            w={width}
            fw={500}
            c="dimmed"
            ta={isNumber === true ? 'right' : 'left'}
            {...(from === undefined ? {} : { visibleFrom: from })}
          >
            {headerCell ?? header}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

interface RowProps<Item> {
  readonly item: Item;
  readonly columns: readonly Column<Item>[];
  readonly height: number;
}

const CELL: CSSProperties = {
  padding: '0 var(--table-horizontal-spacing)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};
const NUMBER_CELL: CSSProperties = { ...CELL, textAlign: 'right' };
const STRONG_CELL: CSSProperties = { ...CELL, fontWeight: 500 };
const ROW_CHECKBOX: CSSProperties = {
  display: 'block',
  width: 16,
  height: 16,
  margin: 0,
  accentColor: 'var(--mantine-primary-color-filled)',
};

/** A list renders hundreds of cells at once, so they are plain elements: components cost a render each. */
function PlainRow<Item>({ item, columns, height }: RowProps<Item>): ReactNode {
  return (
    <Table.Tr h={height}>
      {columns.map(({ header, cell, isNumber, isStrong, from }) => (
        <td
          key={header}
          style={isNumber === true ? NUMBER_CELL : isStrong === true ? STRONG_CELL : CELL}
          className={from === undefined ? undefined : `mantine-visible-from-${from}`}
        >
          {cell(item)}
        </td>
      ))}
    </Table.Tr>
  );
}

const Row = memo(PlainRow) as typeof PlainRow;

/** The height of the rows that are not rendered. */
function Space({ height }: { readonly height: number }): ReactNode {
  return height > 0 ? <tr style={{ height }} aria-hidden /> : null;
}

function useRowKeys(scroller: { readonly current: HTMLDivElement | null }): void {
  const move = (step: 1 | -1): void => {
    const links = [...(scroller.current?.querySelectorAll<HTMLElement>('tbody tr a') ?? [])];
    const index = links.findIndex((link) => link === document.activeElement);
    const next = links[Math.min(Math.max(index + step, 0), links.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['x', () => focusedCheckbox(scroller)?.click()],
  ]);
}

/** The checkbox in the row of the focused link. */
function focusedCheckbox(scroller: { readonly current: HTMLDivElement | null }): HTMLElement | undefined {
  const row = document.activeElement?.closest('tr');
  if (row === null || row === undefined || scroller.current?.contains(row) !== true) return undefined;
  return row.querySelector<HTMLElement>('input[type=checkbox]') ?? undefined;
}
