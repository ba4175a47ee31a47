export { cutHtmlQuote } from './html-quotes.ts';
export { ownText } from './own-text.ts';
export { scoreText } from './score-text.ts';
export { snippetOf } from './snippet.ts';
