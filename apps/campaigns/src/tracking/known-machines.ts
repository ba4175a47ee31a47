/**
 * Programs that request the links of emails by themselves: scanners of mail gateways, prefetching proxies, and crawlers.
 * A match is anywhere in the user agent, in any case. Proxies that fetch an image when a person opens the email, such as
 * those of Gmail and Yahoo, are not in the list.
 */
export const MACHINE_USER_AGENTS: readonly string[] = [
  'barracuda',
  'bitdefender',
  'bot/',
  'bot;',
  'bytespider',
  'cloudmark',
  'crawler',
  'facebookexternalhit',
  'fireeye',
  'go-http-client',
  'headlesschrome',
  'iframely',
  'java/',
  'linkpreview',
  'mimecast',
  'phantomjs',
  'proofpoint',
  'python-requests',
  'python-urllib',
  'safelinks',
  'skypeuripreview',
  'sophos',
  'spider',
  'symantec',
  'trendmicro',
  'urlscan',
  'whatsapp',
  'zscaler',
];

/** User agents that are machines only as a whole: privacy proxies send them without anything else. */
export const MACHINE_USER_AGENTS_EXACT: readonly string[] = ['mozilla/5.0'];

/** Networks of mail scanners and of prefetching proxies. */
export const MACHINE_NETWORKS: readonly string[] = [
  // Apple Mail Privacy Protection
  '17.0.0.0/8',
  '2620:149::/32',
  // Microsoft Exchange Online Protection
  '40.92.0.0/15',
  '40.107.0.0/16',
  '52.100.0.0/14',
  '104.47.0.0/17',
  '2a01:111:f400::/48',
  '2a01:111:f403::/48',
  // Proofpoint
  '67.231.144.0/20',
  '148.163.128.0/19',
  '185.132.180.0/22',
  '208.84.65.0/24',
  '208.86.201.0/24',
  // Mimecast
  '91.220.42.0/24',
  '146.101.78.0/24',
  '185.58.84.0/22',
  '195.130.217.0/24',
  '205.139.110.0/23',
  '207.82.80.0/24',
  '207.211.30.0/23',
  // Barracuda
  '64.235.144.0/20',
  '209.222.80.0/21',
  // Cisco Secure Email
  '68.232.128.0/19',
  '184.94.240.0/24',
  // Trend Micro
  '18.208.22.64/26',
  '150.70.0.0/16',
];
