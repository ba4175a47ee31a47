/** The pause between refreshes of a list: each refresh loads all of its pages, so a long list is refreshed less often. */
export function refreshInterval(refreshMs: number | undefined, pageCount: number): number | false {
  return refreshMs !== undefined && refreshMs * Math.max(1, pageCount);
}
