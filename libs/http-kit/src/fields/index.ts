export { domainName, email } from './email.ts';
export { id } from './ids.ts';
export { countedPageOf, cursor, pageOf, pageSize, queryFlag, tags } from './lists.ts';
export { documentedAs, enumText } from './openapi-meta.ts';
export { TEXT_MAX, optional, optionalInteger, optionalText, text } from './text.ts';
export { timeZoneName, timestamp, timestampText } from './time.ts';
export { httpUrl } from './url.ts';
