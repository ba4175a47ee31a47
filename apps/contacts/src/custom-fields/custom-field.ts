export const FIELD_TYPES = ['string', 'number', 'boolean', 'date', 'dropdown', 'multi_select'] as const;

export type FieldKind = (typeof FIELD_TYPES)[number];

/** A field that a workspace adds to its contacts; documents store its values under its id. */
export interface CustomField {
  readonly id: string;
  readonly workspace_id: string;
  /** Case-sensitive, unique in the workspace, immutable. */
  readonly name: string;
  readonly display_label: string | null;
  readonly field_type: FieldKind;
  /** The allowed values of dropdown and multi_select; empty for other types. */
  readonly options: readonly string[];
  readonly fallback_value: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const FIELDS_PER_WORKSPACE_MAX = 200;
export const OPTIONS_MAX = 200;
export const OPTION_CHARACTERS_MAX = 200;
export const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export function hasOptions(type: FieldKind): boolean {
  return type === 'dropdown' || type === 'multi_select';
}

export function isFieldKind(text: string): text is FieldKind {
  return FIELD_TYPES.some((type) => type === text);
}
