/** Limit for the filters of a request. The gateway checks it first, the service reports the field. */
export const FILTERS_MAX = 25;
/** Limit for the values of `in` and `not_in`. */
export const FILTER_VALUES_MAX = 1_000;
/** Limit for the code points of a text. */
export const FILTER_TEXT_MAX = 4_096;
