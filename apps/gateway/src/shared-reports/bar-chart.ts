import { escapeHtml } from '@outreach/values';
import { formatCount, formatDay } from './format.ts';

const WIDTH = 720;
const HEIGHT = 180;
const AXIS_WIDTH = 56;
const LABEL_HEIGHT = 22;
const GAP_SHARE = 0.2;
const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Bar {
  readonly period: Date;
  readonly count: number;
}

export interface BarChart {
  readonly title: string;
  /** Periods with counts, oldest first; the others are 0. */
  readonly bars: readonly Bar[];
  /** Length of a period in days. */
  readonly days: number;
}

/** Counts over time as SVG. The axis begins at zero, and periods without counts keep their place. */
export function barChart({ title, bars, days }: BarChart): string {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return '';
  const periodMs = days * DAY_MS;
  const slotCount = Math.round((last.period.getTime() - first.period.getTime()) / periodMs) + 1;
  const max = niceMax(Math.max(...bars.map(({ count }) => count)));
  const plotWidth = WIDTH - AXIS_WIDTH;
  const plotHeight = HEIGHT - LABEL_HEIGHT;
  const slotWidth = plotWidth / slotCount;
  const columns = bars.map(({ period, count }) => {
    const slot = Math.round((period.getTime() - first.period.getTime()) / periodMs);
    const height = (count / max) * plotHeight;
    const x = AXIS_WIDTH + slot * slotWidth + (slotWidth * GAP_SHARE) / 2;
    const width = slotWidth * (1 - GAP_SHARE);
    const label = `${formatDay(period)}: ${formatCount(count)}`;
    return `<rect x="${round(x)}" y="${round(plotHeight - height)}" width="${round(width)}" height="${round(height)}"><title>${label}</title></rect>`;
  });
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const summary = `${title}: ${formatCount(total)} from ${formatDay(first.period)} to ${formatDay(last.period)}`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(summary)}">`,
    ...[0, max / 2, max].map((count) => gridLine(count, plotHeight * (1 - count / max))),
    ...columns,
    `<text x="${AXIS_WIDTH}" y="${HEIGHT - 4}">${formatDay(first.period)}</text>`,
    slotCount === 1
      ? ''
      : `<text x="${WIDTH}" y="${HEIGHT - 4}" text-anchor="end">${formatDay(last.period)}</text>`,
    '</svg>',
  ].join('');
}

function gridLine(count: number, y: number): string {
  const lineY = Math.max(y, 1);
  const textY = Math.max(y + 4, 12);
  const label = Number.isInteger(count) ? formatCount(count) : '';
  return `<line x1="${AXIS_WIDTH}" x2="${WIDTH}" y1="${round(lineY)}" y2="${round(lineY)}"/><text x="${AXIS_WIDTH - 8}" y="${round(textY)}" text-anchor="end">${label}</text>`;
}

/** The next whole number of 1, 2, 2.5 or 5 times a power of ten: 37 becomes 50. */
function niceMax(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(count, 1)));
  const values = [1, 2, 2.5, 5].map((factor) => factor * power);
  return values.find((value) => value >= count && Number.isInteger(value)) ?? 10 * power;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
