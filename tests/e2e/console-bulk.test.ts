/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };
/** More than the console loads at first. */
const CONTACTS = 130;

describe('actions for many contacts', () => {
  it('keeps a chosen column and the size of rows, adds a tag to all that match, and saves chosen contacts as a segment', async () => {
    const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
      email: `bulk${index}@example.com`,
      tags: ['old'],
    }));
    await running.call('POST', '/api/v1/contacts/bulk/', { body: { contacts } });
    await running.call('POST', '/api/v1/contacts/', { body: { email: 'other@example.com' } });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/contacts?search=bulk');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Comfortable' }).click();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    const { height } = (await page.getByRole('row', { name: 'bulk129@example.com' }).boundingBox()) ?? {};
    expect(height).toBe(44);
    await page.getByLabel('Select all loaded rows').check();
    const selection = page.getByRole('group', { name: 'Selection' });
    await selection.getByText('100 selected').waitFor();
    await selection.getByRole('button', { name: 'Select all 130 that match' }).click();
    await selection.getByText('All 130 selected').waitFor();
    await selection.getByRole('button', { name: 'Add tag' }).click();
    await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('spring');
    await page.getByRole('button', { name: 'Add tag: 130 contacts' }).click();
    await page.getByText('130 contacts done, 0 failed.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const tagged = await running.call('GET', '/api/v1/contacts/?tag=spring&tag=old&page_size=1');
    expect(tagged.body.meta.total_count).toBe(CONTACTS);

    await selection.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('link', { name: 'bulk129@example.com' }).focus();
    await page.keyboard.press('x');
    await selection.getByText('1 selected').waitFor();
    await selection.getByRole('button', { name: 'Save as segment' }).click();
    await page.getByLabel('Name of the segment').fill('One');
    await page.getByRole('dialog').getByRole('button', { name: 'API request' }).click();
    await page.getByRole('region', { name: 'Request' }).getByText('/api/v1/segments/').waitFor();
    await page.getByRole('button', { name: 'Save as segment: 1 contact' }).click();
    await page.getByText('1 contact done, 0 failed.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('combobox', { name: 'Segment' }).click();
    await page.getByRole('option', { name: 'One' }).click();
    await page.waitForURL(/segment=seg_/);
    await page.getByRole('link', { name: 'bulk128@example.com' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('table').getByRole('link').allInnerTexts()).toEqual(['bulk129@example.com']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('files of contacts', () => {
  it('exports the contacts of a grade, and saves the personal data of one of them', async () => {
    const created = await running.call('POST', '/api/v1/contacts/', { body: { email: 'file@example.com' } });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/contacts?grade=F');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The file has all contacts with the grade F, with all fields.').waitFor();
    await dialog.getByText('JSON lines').click();
    await dialog.getByRole('button', { name: 'Export contacts' }).click();
    const exporting = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download' }).click();
    const lines = readFileSync(await (await exporting).path(), 'utf8');
    expect(lines).toContain('"email":"file@example.com"');

    await page.goto(`/console/contacts/${created.body.id}`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download personal data' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`${created.body.id}-personal-data.json`);
    const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect([data.contact.email, data.sends]).toEqual(['file@example.com', []]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
