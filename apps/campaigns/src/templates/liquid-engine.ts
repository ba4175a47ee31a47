import { defaultOperators, Liquid, type Context, type Operators } from 'liquidjs';
import { spin } from './spin.ts';
import { monotonicNow } from './time-budget.ts';

/** Characters of the source of one template. */
export const SOURCE_CHARACTERS_MAX = 102_400;
/** Time limit of rendering one template. */
export const RENDER_MS_MAX = 100;
/** Characters and list items that one rendering may allocate. */
const ALLOCATIONS_MAX = 500_000;
const DATE_FORMAT_CHARACTERS_MAX = 100;
const MS_PER_SECOND = 1_000;

/** Tags that read other templates. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];
/** Filters with a random result, and filters that evaluate expressions for each item of a list. */
const REMOVED_FILTERS = [
  'sample',
  'find_exp',
  'find_index_exp',
  'group_by_exp',
  'has_exp',
  'reject_exp',
  'where_exp',
];

/** Filters whose result is escaped already. */
const ESCAPED_FILTERS: ReadonlySet<string> = new Set(['escape', 'escape_once', 'xml_escape']);

type FilterHandler = Extract<Liquid['filters'][string], (...values: never[]) => unknown>;

/** Filters that show `now` and `today` as the time of the rendering. */
const DATE_FILTERS = ['date', 'date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string'];

/** Key of the rendering in the globals of the library; templates cannot name a symbol. */
const RENDERING = Symbol('rendering');

const OPERATORS = checkedOperators();

/** A template inserts values as they are, or HTML-escaped unless their last filter is `raw`. */
export type TemplateKind = 'text' | 'html';

/** A Liquid engine without access to files, whose filters and operators check the limits of the rendering. */
export function createLiquidEngine(kind: TemplateKind): Liquid {
  const engine = new Liquid({
    parseLimit: SOURCE_CHARACTERS_MAX,
    renderLimit: RENDER_MS_MAX,
    memoryLimit: ALLOCATIONS_MAX,
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    operators: OPERATORS,
    locale: 'en-US',
    // Dates are shown in UTC, on every machine.
    timezoneOffset: 0,
    ...(kind === 'html' && { outputEscape: 'escape' }),
  });
  for (const tag of FILE_TAGS) Reflect.deleteProperty(engine.tags, tag);
  for (const name of REMOVED_FILTERS) engine.unregisterFilter(name);
  engine.registerFilter('spin', function (text: unknown) {
    return spin(typeof text === 'string' ? text : '', renderingOf(this.context).seed);
  });
  limitDates(engine);
  checkTimeInFilters(engine);
  return engine;
}

/** What the result of a template depends on, beside its variables. */
export interface Rendering {
  /** Decides what `spin` chooses. */
  readonly seed: string;
  /** The time that `now` is; the current time by default. */
  readonly at?: Date;
}

export function renderOptions(rendering: Rendering): { readonly globals: object } {
  return { globals: { [RENDERING]: rendering } };
}

function renderingOf({ globals }: Context): Rendering {
  return Reflect.get(globals, RENDERING) as Rendering;
}

/** A rendering has one time. Each directive of a format is slow, and a format is not counted as memory. */
function limitDates(engine: Liquid): void {
  for (const name of DATE_FILTERS) {
    const show = handlerOf(engine.filters[name]);
    engine.registerFilter(name, function (value: unknown, ...options: readonly unknown[]) {
      if (name === 'date' && sizeOf(options[0]) > DATE_FORMAT_CHARACTERS_MAX)
        throw new Error(`a date format has at most ${DATE_FORMAT_CHARACTERS_MAX} characters`);
      const { at } = renderingOf(this.context);
      const isNow = at !== undefined && (value === 'now' || value === 'today');
      return Reflect.apply(show, this, [isNow ? at.getTime() / MS_PER_SECOND : value, ...options]) as unknown;
    });
  }
}

/** The library checks the time before each tag only; a tag may contain thousands of filters. */
function checkTimeInFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(engine.filters)) {
    const original = handlerOf(filter);
    const handler: FilterHandler = function (...values) {
      checkTime(this.context);
      return Reflect.apply(original, this, values) as unknown;
    };
    const isRaw = ESCAPED_FILTERS.has(name) || (typeof filter !== 'function' && filter.raw);
    engine.registerFilter(name, { handler, raw: isRaw });
  }
}

function handlerOf(filter: Liquid['filters'][string] | undefined): FilterHandler {
  const handler = typeof filter === 'function' ? filter : filter?.handler;
  if (handler === undefined) throw new Error('The template library lacks a filter.');
  return handler;
}

/** Comparisons read whole texts and lists, which the library does not count. */
function checkedOperators(): Operators {
  const checked = Object.entries(defaultOperators).map(([name, operator]) => [
    name,
    (...operands: [unknown, Context] | [unknown, unknown, Context]) => {
      const context = operands.at(-1) as Context;
      checkTime(context);
      for (const operand of operands.slice(0, -1)) context.memoryLimit.use(sizeOf(operand));
      return Reflect.apply(operator, undefined, operands) as unknown;
    },
  ]);
  return Object.fromEntries(checked) as Operators;
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function checkTime({ renderLimit }: Context): void {
  renderLimit.check(monotonicNow());
}
