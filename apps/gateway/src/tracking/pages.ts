/** Pages have no scripts and load nothing. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

const STYLE = [
  'body{margin:0;font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}',
  'main{max-width:32rem;margin:15vh auto 0;padding:0 1.5rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'button{font:inherit;padding:.75rem 1.5rem;color:#fff;background:#0b5394;border:0;border-radius:.25rem}',
  'button:focus-visible{outline:3px solid #f1c232;outline-offset:2px}',
].join('');

export interface Page {
  readonly title: string;
  /** HTML. */
  readonly content: string;
}

/** A page without scripts. */
export function page({ title, content }: Page): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    `<body><main><h1>${title}</h1>${content}</main></body>`,
    '</html>',
  ].join('\n');
}

/** Asks for a confirmation: scanners follow links, and a GET must change nothing. */
export const UNSUBSCRIBE_PAGE = page({
  title: 'Unsubscribe',
  content:
    '<p>Press the button to receive no further emails from this sender.</p><form method="post"><button type="submit">Unsubscribe</button></form>',
});

export const UNSUBSCRIBED_PAGE = page({
  title: 'You are unsubscribed',
  content: '<p>You will receive no further emails from this sender. You can close this page.</p>',
});

export const TRY_AGAIN_PAGE = page({
  title: 'Please try again',
  content: '<p>Your request could not be stored. Please try again in a minute.</p>',
});

export const UNKNOWN_LINK_PAGE = page({
  title: 'This link is not valid',
  content: '<p>The link is incomplete or was changed. Please copy it again from your email.</p>',
});
