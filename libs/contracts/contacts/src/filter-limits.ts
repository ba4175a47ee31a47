/** What a filter may ask (decisions §5): the gateway refuses more at once, the service checks it for each field. */
export const FILTERS_MAX = 25;
/** Values of `in` and `not_in`. */
export const FILTER_VALUES_MAX = 1_000;
/** Code points of a text. */
export const FILTER_TEXT_MAX = 4_096;
