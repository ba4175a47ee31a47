export { scanHtml } from './scan-html.ts';
export type { HtmlAttribute, HtmlTag } from './scan-html.ts';
