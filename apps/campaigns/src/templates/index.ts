export { compileTemplate, countTags } from './compile-template.ts';
export type { CompiledTemplate, TemplateData } from './compile-template.ts';
export { htmlToText } from './html-to-text.ts';
export { SOURCE_CHARACTERS_MAX } from './liquid-engine.ts';
export type { TemplateKind } from './liquid-engine.ts';
export { hashFraction } from './stable-hash.ts';
export { createTemplateCache } from './template-cache.ts';
export type { TemplateCache } from './template-cache.ts';
export { TemplateError } from './template-error.ts';
