import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const MONITORING = 'k8s/components/monitoring';
const METRIC_COUNT_MIN = 40;
const PROM_CLIENT = 'node_modules/prom-client/lib/metrics';

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const alertSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ runbook: z.string() }),
});
const rulesSchema = z.object({
  spec: z.object({ groups: z.array(z.object({ rules: z.array(alertSchema) })) }),
});
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })),
});

const alerts = rulesSchema
  .parse(parse(read(`${MONITORING}/rules.yaml`)))
  .spec.groups.flatMap(({ rules }) => rules);
const { panels } = dashboardSchema.parse(JSON.parse(read(`${MONITORING}/dashboard.json`)));
const runbooks = globSync('docs/runbooks/*.md', { cwd: ROOT });

/** Metrics that the code declares, with the labels of each, and the metrics of Node. */
function declaredMetrics(): ReadonlySet<string> {
  const sources = globSync(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: ROOT });
  const own = sources.flatMap((file) => [...read(file).matchAll(/\b(counter|gauge|histogram)\(\s*'(\w+)'/g)]);
  const names = own.flatMap(([, kind, name = '']) =>
    kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
  const ofNode = globSync(`${PROM_CLIENT}/*.js`, { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/'((?:nodejs|process)_\w+)'/g)].map(([, name = '']) => name),
  );
  // Prometheus itself writes `up`.
  return new Set([...names, ...ofNode, 'up']);
}

/** Labels with few values. Ids, addresses and texts of clients would make a time series each. */
const BOUNDED_LABELS = new Set([
  'backend',
  'channel',
  'code',
  'collection',
  'command',
  'durable',
  'job',
  'kind',
  'method',
  'operation',
  'outcome',
  'platform',
  'pool',
  'queue',
  'reason',
  'result',
  'source',
  'status',
]);

/** The labels of each metric that the code declares. */
function declaredLabels(): readonly (readonly [metric: string, labels: readonly string[]])[] {
  const sources = globSync(['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: ROOT });
  const declarations = sources.flatMap((file) => [
    ...read(file).matchAll(/\b(?:counter|gauge|histogram)\(\s*'(\w+)',[^[\]]*?(?:\[([^\]]*)\],?\s*)?\);/g),
  ]);
  return declarations.map(([, name = '', labels = '']) => [
    name,
    [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
  ]);
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset']);

/** The metrics in a PromQL expression: words that are no label, function, duration or keyword. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/gi)].map(([word]) => word);
  return words.filter((word) => !KEYWORDS.has(word));
}

/** Queries in backticks of a runbook: those with a function of a range. */
const queriesOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => /\b(rate|increase)\(/.test(text));

const declared = declaredMetrics();
const unknownIn = (expression: string): readonly string[] =>
  metricsIn(expression).filter((name) => !declared.has(name));

describe('metricsIn', () => {
  it('returns the metrics of an expression without labels, functions and keywords', () => {
    const expression =
      'sum by (job) (rate(a_total{x=~"b|c"}[5m])) / on (job) max(d_seconds) > 0.5 and e == 1';
    expect(metricsIn(expression)).toEqual(['a_total', 'd_seconds', 'e']);
  });
});

describe('the PodMonitor', () => {
  it('selects the pods of all services, for the API and for workers', () => {
    const selector = z.object({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) });
    const monitor = z.object({
      spec: z.object({ selector: z.object({ matchExpressions: z.tuple([selector]) }) }),
    });
    const { key, values } = monitor.parse(parse(read(`${MONITORING}/pods.yaml`))).spec.selector
      .matchExpressions[0];
    const names = globSync('k8s/base/*.yaml', { cwd: ROOT })
      .flatMap((file) => parseAllDocuments(read(file)))
      .filter((document) => ['Deployment', 'StatefulSet'].includes(String(document.get('kind'))))
      .map((document) => document.getIn(['spec', 'template', 'metadata', 'labels', key]));
    expect(names.length).toBeGreaterThan(0);
    expect(values.toSorted()).toEqual(names.toSorted());
  });
});

describe('a metric', () => {
  const metrics = declaredLabels();

  it('has labels with few values only', () => {
    expect(metrics.length).toBeGreaterThan(METRIC_COUNT_MIN);
    expect(metrics.some(([, labels]) => labels.length === 2)).toBe(true);
    const used = new Set(metrics.flatMap(([, labels]) => labels));
    expect([...used].toSorted()).toEqual([...BOUNDED_LABELS].toSorted());
  });
});

describe('an alert', () => {
  it.each(alerts.map(({ alert, expr }) => [alert, expr]))('reads declared metrics: %s', (_alert, expr) => {
    expect(metricsIn(expr)).not.toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
  });

  it('has a runbook of its name, and each runbook has its alert', () => {
    const pages = alerts.map(({ alert }) => `docs/runbooks/${alert}.md`);
    expect(pages.toSorted()).toEqual(runbooks.toSorted());
    expect(alerts.map(({ annotations }) => annotations.runbook)).toEqual(pages);
  });
});

describe('a panel of the dashboard', () => {
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

  it.each(queries)('reads declared metrics: %s', (_title, expr) => {
    expect(metricsIn(expr)).not.toEqual([]);
    expect(unknownIn(expr)).toEqual([]);
  });
});

describe('a runbook', () => {
  it.each(runbooks)('has its four parts and queries of declared metrics: %s', (file) => {
    const parts = [...read(file).matchAll(/^\*\*(.+)\.\*\*/gm)].map(([, part]) => part);
    expect(parts).toEqual(['Symptom', 'For customers', 'Look here', 'Do this']);
    expect(queriesOf(file).flatMap(unknownIn)).toEqual([]);
  });
});
