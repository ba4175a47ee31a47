export { cutText } from './cut-text.ts';
export { sanitiseHtml } from './sanitise-html.ts';
export { scanHtml } from './scan-html.ts';
export type { HtmlAttribute, HtmlTag } from './scan-html.ts';
