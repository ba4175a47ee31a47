import { describe, expect, it } from '@jest/globals';
import type { ReadSharedReportResponse } from '@outreach/contracts-campaigns/gen/reports.ts';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { barChart } from './bar-chart.ts';
import { NO_REPORT_PAGE, REPORT_PAGE_HEADERS, reportPage } from './report-page.ts';

const metrics = {
  campaign: {
    total_sent: 1_200,
    delivered: 1_150,
    opened: 700,
    clicked: 90,
    replied: 84,
    bounced: 50,
    unsubscribed: 3,
    spam_complaints: 0,
    open_rate: 0.5,
    reply_rate: 0.07,
    bounce_rate: 0.0417,
  },
  unique_opened: 575,
  unique_clicked: 80,
  auto_replied: 4,
  positive_replied: 20,
  click_rate: 0.0696,
  unsubscribe_rate: 0.0026,
  spam_complaint_rate: 0,
  delivery_rate: 0.9583,
};
const day = (text: string, sent: number) => ({
  period: new Date(text),
  counts: {
    sent,
    delivered: sent,
    opened: 1,
    clicked: 0,
    replied: 1,
    bounced: 0,
    unsubscribed: 0,
    spam_complaints: 0,
  },
});
const report: ReadSharedReportResponse = {
  name: 'Spring',
  from: undefined,
  to: undefined,
  granularity: 'day',
  metrics,
  funnel: { enrolled: 900, contacted: 800, opened: 575, replied: 56, positive: 20, completed: 12 },
  time_series: [day('2026-03-02T00:00:00Z', 37), day('2026-03-05T00:00:00Z', 12)],
  campaigns: [{ name: 'Founders', status: 'active', metrics }],
  campaign_count: 1,
  read_at: new Date('2026-03-06T09:05:00Z'),
};

type Node = DefaultTreeAdapterTypes.Node;

/** All nodes of a page, as a browser reads it. */
function nodesOf(html: string): readonly Node[] {
  const visit = (node: Node): readonly Node[] => [
    node,
    ...('childNodes' in node ? node.childNodes.flatMap(visit) : []),
  ];
  return visit(parse(html));
}

describe('the page of a shared report', () => {
  it('shows each number with its share, in its period', () => {
    const page = reportPage(report);
    expect(page).toContain('<dt>Sent</dt><dd>1,200</dd>');
    expect(page).toContain('<dt>Replied</dt><dd>84<small>7.0% of contacted people</small></dd>');
    expect(page).toContain('From the first email until now');
    expect(page).toContain('Read on 6 March 2026 at 09:05 UTC.');
    expect(reportPage({ ...report, from: new Date('2026-03-01T00:00:00Z') })).toContain(
      'Since 1 March 2026 at 00:00 UTC',
    );
  });

  it('is complete without a script, and loads nothing', () => {
    const names = nodesOf(reportPage(report)).map(({ nodeName }) => nodeName);
    for (const name of ['script', 'link', 'img', 'iframe', 'form', 'a']) expect(names).not.toContain(name);
    expect(REPORT_PAGE_HEADERS['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onload='alert(1)", '&lt;b&gt;'])(
    'shows a name as text: %s',
    (name) => {
      const hostile = { ...report, name, campaigns: [{ name, status: name, metrics }] };
      const nodes = nodesOf(reportPage(hostile));
      expect(nodes.map(({ nodeName }) => nodeName)).not.toContain('script');
      expect(nodes.map(({ nodeName }) => nodeName)).not.toContain('img');
      const texts = nodes.flatMap((node) =>
        node.nodeName === '#text' && 'value' in node ? [node.value] : [],
      );
      // Title, heading, name and status of the campaign.
      expect(texts.filter((text) => text === name)).toHaveLength(4);
    },
  );

  it('says that there are no emails, and no campaigns', () => {
    const page = reportPage({ ...report, time_series: [], campaigns: [], campaign_count: 0 });
    expect(page).toContain('No emails were sent in this period.');
    expect(page).not.toContain('Campaigns');
  });

  it('says which campaigns it leaves out', () => {
    expect(reportPage({ ...report, campaign_count: 80 })).toContain('The 1 of 80 campaigns');
  });

  it('of an unknown address says what to do', () => {
    expect(NO_REPORT_PAGE).toContain('Ask its sender for a new one.');
  });
});

describe('barChart', () => {
  it('keeps the places of days without counts, and begins at zero', () => {
    const bars = [
      { period: new Date('2026-03-02T00:00:00Z'), count: 40 },
      { period: new Date('2026-03-05T00:00:00Z'), count: 10 },
    ];
    const svg = barChart({ title: 'Sent', bars, days: 1 });
    const rects = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)">/g)];
    const [first, second] = rects.map(([, ...numbers]) => numbers.map(Number));
    // Four slots of 166 units; the axis ends at 50.
    expect(first).toEqual([72.6, 31.6, 132.8, 126.4]);
    expect(second).toEqual([570.6, 126.4, 132.8, 31.6]);
    expect(svg).toContain('aria-label="Sent: 50 from 2 Mar 2026 to 5 Mar 2026"');
  });

  it('is empty without bars', () => {
    expect(barChart({ title: 'Sent', bars: [], days: 1 })).toBe('');
  });
});
