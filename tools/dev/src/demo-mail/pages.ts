/** An email as the page and the JSON show it. */
export interface ShownMessage {
  readonly number: number;
  readonly received_at: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** The open pixel; null without one. */
  readonly open_url: string | null;
  /** The first tracked link; null without one. */
  readonly link_url: string | null;
  readonly unsubscribe_url: string | null;
}

const STYLE = `
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
time { white-space: nowrap }
iframe { width: 100%; height: 24rem; border: 1px solid #ccc }
textarea { width: 100%; box-sizing: border-box; font: inherit; min-height: 5rem }
button { font: inherit; padding: .5rem 1rem }
dt { font-weight: 600 } dd { margin: 0 0 .5rem }
`;

/** The list of emails, newest first. */
export function listPage(messages: readonly ShownMessage[]): string {
  const rows = messages.map(
    ({ number, received_at, from, to, subject }) =>
      `<tr><td>${number}</td><td><a href="/messages/${number}">${escape(subject || '(no subject)')}</a></td><td>${escape(from)}</td><td>${escape(to)}</td><td><time datetime="${received_at}">${received_at.slice(11, 19)}</time></td></tr>`,
  );
  const header = ['Number', 'Subject', 'From', 'To', 'Received']
    .map((name) => `<th scope="col">${name}</th>`)
    .join('');
  const content =
    rows.length === 0
      ? '<p>No email has arrived yet. Launch the demo campaign, then reload this page.</p>'
      : `<table><thead><tr>${header}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Emails of the demo', content);
}

/** One email with its links, and a form to reply. */
export function messagePage(message: ShownMessage): string {
  const { number, from, to, subject, text, html } = message;
  const body =
    html === null
      ? `<pre>${escape(text)}</pre>`
      : `<iframe sandbox="allow-popups" title="The email" srcdoc="${escape(html)}"></iframe>`;
  const content = [
    '<p><a href="/">All emails</a></p>',
    `<dl><dt>From</dt><dd>${escape(from)}</dd><dt>To</dt><dd>${escape(to)}</dd></dl>`,
    body,
    `<form method="post" action="/messages/${number}/reply"><p><label for="text">Reply as the recipient</label></p>`,
    '<textarea id="text" name="text" required></textarea><p><button type="submit">Reply</button></p></form>',
  ];
  return page(subject || '(no subject)', content.join('\n'));
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escape(title)}</h1>
${content}
</main></body>
</html>
`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
