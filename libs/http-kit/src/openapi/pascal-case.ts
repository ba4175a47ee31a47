/** `sequence.winner_selected` → `SequenceWinnerSelected`, `invalidTransition` → `InvalidTransition`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
