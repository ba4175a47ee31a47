import { describe, expect, it } from '@jest/globals';
import { readTitle } from './read-title.ts';

describe('readTitle', () => {
  const rows: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['Head of Sales', 'head', 'sales'],
    ['Founder & CEO', 'founder', 'executive'],
    ['Co-Founder and CTO', 'founder', 'engineering'],
    ['Chief Executive Officer', 'c_suite', 'executive'],
    ['CFO', 'c_suite', 'finance'],
    ['Chief Marketing Officer', 'c_suite', 'marketing'],
    ['President', 'c_suite', 'executive'],
    ['Senior Vice President, Marketing', 'vp', 'marketing'],
    ['VP Engineering', 'vp', 'engineering'],
    ['SVP & Chief Revenue Officer', 'c_suite', 'sales'],
    ['Managing Director', 'c_suite', 'executive'],
    ['Geschäftsführerin', 'c_suite', 'executive'],
    ['Managing Partner', 'partner', undefined],
    ['HR Business Partner', undefined, 'human_resources'],
    ['Partner Manager', 'manager', undefined],
    ['Owner', 'owner', 'executive'],
    ['Product Owner', undefined, 'product'],
    ['Product Marketing Manager', 'manager', 'marketing'],
    ['Director of Product', 'director', 'product'],
    ['Associate Director, IT Security', 'director', 'information_technology'],
    ['Chief of Staff', 'manager', 'executive'],
    ['Assistant to the CEO', 'entry', 'executive'],
    ['Marketing Intern', 'intern', 'marketing'],
    ['International Sales Manager', 'manager', 'sales'],
    ['Sr. Software Engineer', 'senior', 'engineering'],
    ['Software Engineer', undefined, 'engineering'],
    ['Junior Designer', 'entry', 'design'],
    ['Leiter Einkauf', 'head', 'operations'],
    ['General Counsel', undefined, 'legal'],
    ['Customer Success Manager', 'manager', 'support'],
    ['Professor', undefined, 'education'],
    ['Nurse', undefined, 'medical'],
    ['Management Consultant', undefined, 'consulting'],
    ['Wizard', undefined, undefined],
    ['', undefined, undefined],
  ];

  it.each(rows)('reads %p as seniority %p and department %p', (title, seniority, department) => {
    expect(readTitle(title)).toEqual({ seniority, department });
  });

  it('reads very long titles in less than a second of processor time', () => {
    const before = process.cpuUsage();
    for (const word of ['co ', 'chief ', 'vice ', 'sales', '- ']) readTitle(word.repeat(10_000));
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
