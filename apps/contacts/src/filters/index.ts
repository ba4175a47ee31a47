export { comparisonsOf, isAlways, type Condition } from './condition.ts';
export { indexHintsOf, queryOf } from './contact-query.ts';
export { FIELDS } from './field-table.ts';
export { matches } from './matches.ts';
export {
  anyOf,
  parseConditions,
  parseFilters,
  parseStoredFilters,
  type Filter,
  type FilterNames,
} from './parse-filters.ts';
export {
  resolveNames,
  resolveWithoutSegments,
  type FieldNamePorts,
  type FilterNamePorts,
} from './resolve-names.ts';
export { conditionOf, type SavedFilter } from './saved-filter.ts';
export { toQuery } from './to-query.ts';
