/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@outreach/testing';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { MongoClient } from 'mongodb';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };
const ROWS = [
  'E-Mail,Given name,Organisation,Plan',
  'maria@example.com,Maria,Engines,pro',
  'tom@example.com,Tom,Wheels,free',
  'not an address,Bob,,',
];

describe('the import of the console', () => {
  it('maps columns, creates a field, shows an existing contact, and ends with its failed rows as a file', async () => {
    await running.call('POST', '/api/v1/contacts/', {
      body: { email: 'maria@example.com', first_name: 'Mary' },
    });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/contacts/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${ROWS.join('\n')}\n`),
    });
    const field = (column: string) => page.getByRole('combobox', { name: `Field of ${column}` });
    await field('E-Mail').waitFor();
    const guessed = await Promise.all(
      ['E-Mail', 'Given name', 'Organisation', 'Plan'].map(async (one) => field(one).inputValue()),
    );
    expect(guessed).toEqual(['Email', 'First name', 'Company name', 'Not imported']);
    await field('Plan').click();
    await page.getByRole('option', { name: 'New field…' }).click();
    await page.getByRole('button', { name: 'Create field' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Continue to duplicates' }).click();
    await page.getByLabel('Fill empty fields only').check();
    const example = page.getByRole('region', { name: 'Example' });
    await example.getByRole('row', { name: 'First name Mary Maria Mary' }).waitFor();
    await example.getByRole('row', { name: 'Company name Engines Engines' }).waitFor();
    await page.getByRole('button', { name: 'Import contacts' }).click();

    await page.getByText('3 of 3 rows').waitFor();
    await page.getByText('Invalid email 1').waitFor();
    const outcome = page.getByRole('table', { name: 'Rows by outcome' });
    for (const row of ['Created 1', 'Updated 1', 'Failed 1'])
      await outcome.getByRole('row', { name: row, exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download failed rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('failed-leads.csv');
    const { body } = await running.call('GET', '/api/v1/contacts/?search=maria');
    expect(body.data[0]).toMatchObject({
      first_name: 'Mary',
      company: { name: 'Engines' },
      custom_fields: { plan: 'pro' },
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('guesses a file without a header, and reads it again with another delimiter', async () => {
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/contacts/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'plain.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('first@plain.example|Ada;Grace;Alan\nsecond@plain.example|Tom\n'),
    });
    const titles = page.getByRole('checkbox', { name: 'The first row has the titles of the columns' });
    await titles.waitFor();
    expect(await titles.isChecked()).toBe(false);
    await page.getByRole('combobox', { name: 'Delimiter' }).click();
    await page.getByRole('option', { name: 'Vertical bar' }).click();
    await page.getByRole('cell', { name: 'Ada;Grace;Alan' }).waitFor();
    const field = (column: string) => page.getByRole('combobox', { name: `Field of ${column}` });
    expect(await field('Column 1').inputValue()).toBe('Email');
    await titles.check();
    await field('first@plain.example').waitFor();
    await titles.uncheck();
    await field('Column 2').click();
    await page.getByRole('option', { name: 'First name' }).click();
    await page.getByRole('button', { name: 'Continue to duplicates' }).click();
    await page.getByRole('button', { name: 'Import contacts' }).click();
    await page.getByText('2 of 2 rows').waitFor();
    await eventually(async () => {
      const { body } = await running.call('GET', '/api/v1/contacts/?search=plain');
      const names = body.data.map(({ first_name }: { first_name: string }) => first_name).toSorted();
      expect(names).toEqual(['Ada;Grace;Alan', 'Tom']);
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('that failed is named on the overview, with its reason and the way to another file', async () => {
    const { body: jobs } = await running.call('GET', '/api/v1/imports/');
    const [job] = jobs.data;
    const client = await MongoClient.connect(running.stack.mongodbUri);
    const imports = client.db('outreach_contacts').collection<{ _id: string }>('imports');
    const failed = { status: 'failed', error: 'The file could not be read.' };
    await imports.updateOne({ _id: job.id }, { $set: failed });
    await client.close();
    const { page, problems } = await openConsole(browser.started, login);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByText(failed.error).waitFor();
    await attention.getByRole('link', { name: job.file_name }).click();
    await page.getByText(failed.error).waitFor();
    await page.getByRole('link', { name: 'Import another file' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
