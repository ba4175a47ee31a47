import type { Locator, Page } from 'playwright-core';
import { lastNameOf } from './generator.ts';

/** What a view shows when its content is there. */
export interface Content {
  /** The heading of the page; any if absent. */
  readonly heading?: string;
  /** An element of the content. */
  readonly selector: string;
  /** The first row of the table must be another one than before. */
  readonly hasNewRows?: boolean;
  /** A pattern that the text of every row matches. */
  readonly rows?: string;
}

export interface Step {
  readonly name: string;
  readonly content: Content;
  /** Opens a menu or types a text before the measured action. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Ends with the click or key from which time counts. */
  readonly act: (page: Page) => Promise<void>;
  /** True for a search that starts by itself a pause after the last key. */
  readonly isTyped?: boolean;
}

const ROW_LINK = 'main tbody tr a';
const TAB_PANEL = 'main [role=tabpanel] > *';

const navigation = (page: Page, name: string): Locator =>
  page.locator('nav.mantine-AppShell-navbar').getByRole('link', { name });
const toPage = (name: string, heading: string, selector: string): Step => ({
  name: `navigation: ${name}`,
  content: { heading, selector },
  act: async (page) => navigation(page, name).click(),
});
const firstRow = (name: string, selector: string): Step => ({
  name,
  content: { selector },
  act: async (page) => page.locator(ROW_LINK).first().click(),
});
const tab = (name: string, selector: string): Step => ({
  name: `campaign: ${name}`,
  content: { selector },
  act: async (page) => page.getByRole('tab', { name }).click(),
});
const settings = (name: string, selector: string): Step => ({
  name: `settings: ${name}`,
  content: { heading: name, selector },
  act: async (page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click(),
});
const button = (page: Page, group: string, name: string): Locator =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true });
const search = (page: Page): Locator => page.getByLabel('Search contacts');

/** The clicks of a user in each main page. The index changes the texts of the searches and the thread. */
export function stepsOf(index: number): readonly Step[] {
  return [...contactSteps(index), ...otherSteps(index)];
}

function contactSteps(index: number): readonly Step[] {
  const [first, second] = [lastNameOf(index * 7_919), lastNameOf(index * 7_919 + 1_234)];
  return [
    toPage('Contacts', 'Contacts', ROW_LINK),
    {
      name: 'contacts: a grade',
      content: { selector: ROW_LINK, rows: '\\d+ A' },
      act: async (page) => button(page, 'Grade', 'A').click(),
    },
    {
      name: 'contacts: all grades',
      content: { selector: ROW_LINK, hasNewRows: true },
      act: async (page) => button(page, 'Grade', 'All').click(),
    },
    {
      name: 'contacts: best score first',
      content: { selector: ROW_LINK, hasNewRows: true },
      prepare: async (page) => page.getByRole('combobox', { name: 'Order' }).click(),
      act: async (page) => page.getByRole('option', { name: 'Best score first' }).click(),
    },
    {
      name: 'contacts: search by Enter',
      content: { selector: ROW_LINK, rows: first.toLowerCase() },
      prepare: async (page) => search(page).fill(first),
      act: async (page) => search(page).press('Enter'),
    },
    {
      name: 'contacts: search, no Enter',
      content: { selector: ROW_LINK, rows: second.toLowerCase() },
      act: async (page) => search(page).fill(second),
      isTyped: true,
    },
    firstRow('contact', 'main section[aria-label=Timeline] > :nth-child(2)'),
  ];
}

function otherSteps(index: number): readonly Step[] {
  return [
    toPage('Campaigns', 'Campaigns', ROW_LINK),
    {
      name: 'campaign',
      content: { heading: 'Demo campaign', selector: `${TAB_PANEL} svg` },
      act: async (page) => page.getByRole('main').getByRole('link', { name: 'Demo campaign' }).click(),
    },
    tab('People', `${TAB_PANEL} tbody tr`),
    tab('Emails', `${TAB_PANEL} tbody tr`),
    toPage('Inbox', 'Inbox', 'main nav[aria-label=Threads] button'),
    {
      name: 'inbox: a thread',
      content: { selector: 'main article' },
      act: async (page) =>
        page
          .getByRole('navigation', { name: 'Threads' })
          .getByRole('button')
          .nth(index % 5)
          .click(),
    },
    toPage('Sequences', 'Sequences', ROW_LINK),
    {
      name: 'sequence',
      content: { heading: 'Demo sequence', selector: 'main section[aria-label=Preview] > :nth-child(2)' },
      act: async (page) => page.getByRole('main').getByRole('link', { name: 'Demo sequence' }).click(),
    },
    toPage('Accounts', 'Sending accounts', ROW_LINK),
    firstRow('account', 'main dl'),
    toPage('Webhooks', 'Webhooks', ROW_LINK),
    firstRow('webhook', 'main [role=region][aria-label=Deliveries] tbody tr'),
    toPage('Settings', 'API keys', 'main tbody tr'),
    settings('Users', 'main tbody tr'),
    settings('Audit log', 'main tbody tr'),
    toPage('Overview', 'Overview', 'main section[aria-label="Sent over time"] svg'),
  ];
}
