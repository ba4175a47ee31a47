/** @needs chromium */
import { describe, expect, it, jest } from '@jest/globals';
import { sharedByTests } from '@outreach/testing/shared-by-tests';
import { openConsole, startSharedBrowser } from './console-browser.ts';
import { useSharedStack } from './stack-harness.ts';

jest.setTimeout(120_000);

const running = await sharedByTests(useSharedStack);
const browser = await sharedByTests(startSharedBrowser);

const login = { baseUrl: running.stack.baseUrl, username: running.username, password: running.password };

/** Items of a page of a list. */
const LOADED = 100;

describe('the sequences of the console', () => {
  it('writes a step with a variable, keeps it over an error and a reload, and shows it for a contact', async () => {
    await running.call('POST', '/api/v1/contacts/', {
      body: { email: 'maria@example.com', first_name: 'Maria' },
    });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto('/console/sequences');
    await page.getByRole('button', { name: 'New sequence' }).first().click();
    await page.getByLabel('Name').fill('Spring');
    await page.getByRole('button', { name: 'Create sequence' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();

    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByLabel('Subject').fill('For you');
    await page.getByRole('textbox', { name: 'Text' }).pressSequentially('Hello {{ fir');
    await page.getByRole('option', { name: 'contact.first_name' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(', {{ wrong }');
    await page.getByRole('button', { name: 'Save steps' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.reload();
    const text = page.getByRole('textbox', { name: 'Text' });
    expect(await text.inputValue()).toBe('Hello {{ contact.first_name }}, {{ wrong }');

    await text.fill('Hello {{ contact.first_name }}, <3');
    await page.getByRole('button', { name: 'Save steps' }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('Hello Maria, <3').waitFor();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('Hello');
    const { body } = await running.call('GET', '/api/v1/sequences/?search=spring');
    expect(body.data[0].steps).toMatchObject([
      { subject: 'For you', body_text: 'Hello {{ contact.first_name }}, <3', body_html: null },
    ]);
    // The refused steps are the 400 that the browser reports.
    expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
    await page.context().close();
  });

  it('offers every active account for a test email, also behind the first page', async () => {
    const create = async (path: string, body: object): Promise<string> => {
      const answer = await running.call('POST', `/api/v1/${path}/`, { body });
      expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
      return String(answer.body.id);
    };
    await create('contacts', { email: 'tom@example.com' });
    const steps = [{ subject: 'Hello', body_text: 'Hello' }];
    const sequenceId = await create('sequences', { name: 'Autumn', steps });
    for (let index = 0; index <= LOADED; index += 1)
      await create('sending-accounts', {
        email: `sales${index}@outreach.example`,
        provider: 'smtp',
        smtp: { host: '127.0.0.1', port: 2_525, security: 'none' },
      });
    const { page, problems } = await openConsole(browser.started, login);
    await page.goto(`/console/sequences/${sequenceId}`);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'sales0@outreach.example' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
