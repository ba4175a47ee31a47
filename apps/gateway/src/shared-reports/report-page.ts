import { createHash } from 'node:crypto';
import type { Funnel, PeriodCounts, SummaryMetrics } from '@outreach/contracts-campaigns/gen/analytics.ts';
import type {
  ReadSharedReportResponse,
  ReportedCampaign,
} from '@outreach/contracts-campaigns/gen/reports.ts';
import { escapeHtml } from '@outreach/values';
import { barChart, type Bar } from './bar-chart.ts';
import { formatCount, formatDay, formatShare, formatTime } from './format.ts';

const WEEK_DAYS = 7;

const STYLE = [
  ':root{color-scheme:light dark;--text:#1a1a1a;--quiet:#5c5c5c;--line:#d9d9d9;--bar:#2b6cb0;--back:#fff}',
  '@media(prefers-color-scheme:dark){:root{--text:#ececec;--quiet:#a8a8a8;--line:#444;--bar:#6cb0f0;--back:#181818}}',
  '@media print{:root{--text:#000;--quiet:#333;--line:#999;--bar:#444;--back:#fff}section{break-inside:avoid}}',
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back)}',
  'main{max-width:48rem;margin:0 auto;padding:2rem 1rem}',
  'h1{font-size:1.75rem;line-height:1.2;margin:0;overflow-wrap:anywhere}h2{font-size:1.125rem;margin:2rem 0 .5rem}',
  'p{margin:.25rem 0}.quiet,small,dt{color:var(--quiet)}',
  'dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(8rem,1fr));gap:1rem;margin:1.5rem 0}',
  'dd{margin:0;font-size:1.5rem;line-height:1.3}dd small{display:block;font-size:.8125rem}',
  '.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.8125rem;font-variant-numeric:tabular-nums}',
  'th,td{padding:.375rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}',
  'th:first-child,td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:8rem}',
  'svg{display:block;width:100%;height:auto}svg rect{fill:var(--bar)}svg line{stroke:var(--line)}',
  'svg text{font:12px system-ui,sans-serif;fill:var(--quiet)}',
  '.bar{width:60%}progress{width:100%;height:.75rem;accent-color:var(--bar)}',
].join('');

const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** The headers of a page. It runs no script and loads nothing, and its address stays with its reader. */
export const REPORT_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** The page of a shared report. */
export function reportPage(report: ReadSharedReportResponse): string {
  const { name, granularity, metrics, funnel, time_series: periods, campaigns } = report;
  if (metrics?.campaign === undefined || funnel === undefined)
    throw new Error('A shared report has its numbers.');
  const unit = granularity === 'week' ? 'week' : 'day';
  return page(name, [
    `<p class="quiet">${escapeHtml(periodText(report))}</p>`,
    figures(metrics),
    funnelSection(funnel),
    ...(periods.length === 0 ? ['<p>No emails were sent in this period.</p>'] : charts(periods, unit)),
    campaignSection(campaigns, report.campaign_count),
    periods.length === 0 ? '' : periodSection(periods, unit),
    `<p class="quiet"><small>${report.read_at === undefined ? '' : `Read on ${formatTime(report.read_at)}. `}Days and times are UTC.</small></p>`,
  ]);
}

/** The page of an address without a report. */
export const NO_REPORT_PAGE = page('This report does not exist', [
  '<p>It was deleted, it has expired, or the address is incomplete. Ask its sender for a new one.</p>',
]);

function page(title: string, content: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex,nofollow">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    ...content,
    '</main></body>',
    '</html>',
  ].join('\n');
}

function periodText({ from, to }: Pick<ReadSharedReportResponse, 'from' | 'to'>): string {
  if (from !== undefined && to !== undefined) return `${formatTime(from)} to ${formatTime(to)}`;
  if (from !== undefined) return `Since ${formatTime(from)}`;
  return to === undefined ? 'From the first email until now' : `Until ${formatTime(to)}`;
}

function figures(metrics: SummaryMetrics): string {
  const { campaign: counts, unique_opened, unique_clicked, positive_replied } = metrics;
  if (counts === undefined) return '';
  const rows: readonly (readonly [name: string, count: number, share: string])[] = [
    ['Sent', counts.total_sent, ''],
    ['Delivered', counts.delivered, `${formatShare(metrics.delivery_rate)} of sent`],
    ['Opened', unique_opened, `${formatShare(counts.open_rate)} of delivered`],
    ['Clicked', unique_clicked, `${formatShare(metrics.click_rate)} of delivered`],
    ['Replied', counts.replied, `${formatShare(counts.reply_rate)} of contacted people`],
    ['Positive replies', positive_replied, ''],
    ['Bounced', counts.bounced, `${formatShare(counts.bounce_rate)} of sent`],
    ['Unsubscribed', counts.unsubscribed, `${formatShare(metrics.unsubscribe_rate)} of delivered`],
  ];
  const items = rows.map(
    ([name, count, share]) =>
      `<div><dt>${name}</dt><dd>${formatCount(count)}${share === '' ? '' : `<small>${share}</small>`}</dd></div>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function funnelSection({ enrolled, contacted, opened, replied, positive }: Funnel): string {
  const steps: readonly (readonly [name: string, count: number])[] = [
    ['Enrolled', enrolled],
    ['Contacted', contacted],
    ['Opened', opened],
    ['Replied', replied],
    ['Positive', positive],
  ];
  const max = Math.max(1, ...steps.map(([, count]) => count));
  const rows = steps.map(
    ([name, count]) =>
      `<tr><td>${name}</td><td>${formatCount(count)}</td><td class="bar"><progress max="${max}" value="${count}" aria-label="${name}">${formatCount(count)}</progress></td></tr>`,
  );
  return `<section><h2>People</h2><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function charts(periods: readonly PeriodCounts[], unit: 'day' | 'week'): readonly string[] {
  const days = unit === 'week' ? WEEK_DAYS : 1;
  const barsOf = (countOf: (counts: NonNullable<PeriodCounts['counts']>) => number): readonly Bar[] =>
    periods.flatMap(({ period, counts }) =>
      period === undefined || counts === undefined ? [] : [{ period, count: countOf(counts) }],
    );
  const all: readonly (readonly [title: string, bars: readonly Bar[]])[] = [
    [`Sent emails by ${unit}`, barsOf(({ sent }) => sent)],
    [`Replies by ${unit}`, barsOf(({ replied }) => replied)],
  ];
  return all.map(([title, bars]) => `<section><h2>${title}</h2>${barChart({ title, bars, days })}</section>`);
}

function campaignSection(campaigns: readonly ReportedCampaign[], count: number): string {
  if (campaigns.length === 0) return '';
  const rows = campaigns.flatMap(({ name, status, metrics }) => {
    const counts = metrics?.campaign;
    if (metrics === undefined || counts === undefined) return [];
    const cells = [
      escapeHtml(status),
      formatCount(counts.total_sent),
      formatShare(counts.open_rate),
      formatShare(counts.reply_rate),
      formatCount(metrics.positive_replied),
      formatShare(counts.bounce_rate),
    ];
    return [`<tr><td>${escapeHtml(name)}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`];
  });
  const rest =
    count > campaigns.length
      ? `<p class="quiet"><small>The ${formatCount(campaigns.length)} of ${formatCount(count)} campaigns with the most sent emails.</small></p>`
      : '';
  const heads = ['Campaign', 'Status', 'Sent', 'Opened', 'Replied', 'Positive', 'Bounced'];
  return `<section><h2>Campaigns</h2>${table(heads, rows)}${rest}</section>`;
}

function periodSection(periods: readonly PeriodCounts[], unit: 'day' | 'week'): string {
  const rows = periods.flatMap(({ period, counts }) => {
    if (period === undefined || counts === undefined) return [];
    const { sent, delivered, opened, clicked, replied, bounced } = counts;
    const cells = [sent, delivered, opened, clicked, replied, bounced];
    return [
      `<tr><td>${formatDay(period)}</td>${cells.map((cell) => `<td>${formatCount(cell)}</td>`).join('')}</tr>`,
    ];
  });
  const heads = ['Beginning', 'Sent', 'Delivered', 'Opens', 'Clicks', 'Replies', 'Bounces'];
  return `<section><h2>Numbers by ${unit}</h2>${table(heads, rows)}</section>`;
}

function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
