/** The variables of a template. Values are JSON. */
export interface TemplateData {
  readonly contact: object;
  readonly company: object;
  readonly custom_fields: object;
  readonly sender: object;
}
