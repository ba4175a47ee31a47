import { compileTemplate, countTags, type CompiledTemplate } from './compile-template.ts';
import type { TemplateKind } from './liquid-engine.ts';

/** Compiled size of one tag in characters of source. */
const TAG_WEIGHT = 1_000;
const WEIGHT_MAX = 20_000_000;

export interface CachedTemplate {
  /** Names the content: the same key always has the same source. */
  readonly key: string;
  readonly kind: TemplateKind;
  readonly source: string;
}

export interface TemplateCache {
  /** @throws TemplateError of kind `syntax` if the template does not parse. */
  get(template: CachedTemplate): CompiledTemplate;
}

interface Entry {
  readonly compiled: CompiledTemplate;
  readonly weight: number;
}

/** Keeps compiled templates; the least recently used ones leave when their total size exceeds `weightMax`. */
export function createTemplateCache(weightMax = WEIGHT_MAX): TemplateCache {
  // A map iterates in the order of insertion: its first entry was used least recently.
  const entries = new Map<string, Entry>();
  let total = 0;
  const remove = (key: string, { weight }: Entry): void => {
    entries.delete(key);
    total -= weight;
  };
  return {
    get: ({ key, kind, source }) => {
      const known = entries.get(key);
      if (known !== undefined) remove(key, known);
      const entry = known ?? { compiled: compileTemplate(kind, source), weight: weightOf(source) };
      entries.set(key, entry);
      total += entry.weight;
      for (const [oldest, one] of entries) {
        if (total <= weightMax || oldest === key) break;
        remove(oldest, one);
      }
      return entry.compiled;
    },
  };
}

function weightOf(source: string): number {
  return source.length + countTags(source) * TAG_WEIGHT;
}
