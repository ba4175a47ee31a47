import { z } from 'zod';

/** Fields that many records have. */
export const recordFields = {
  id: z.string().describe('Id of the resource.'),
  workspace_id: z.string().describe('Id of the workspace that the resource belongs to.'),
  name: z.string().describe('Name.'),
  contact_id: z.string().describe('Id of the contact.'),
  campaign_id: z.string().describe('Id of the campaign.'),
  enrollment_id: z.string().describe('Id of the enrollment.'),
  sending_account_id: z.string().describe('Id of the sending account.'),
  created_at: z.iso.datetime().describe('Time of creation.'),
  updated_at: z.iso.datetime().describe('Time of the last change.'),
};

/** An enumeration in documents and checks. Its type is text, because RPC messages contain text. */
export function enumOf(values: readonly string[]): z.ZodType<string, string> {
  return z.enum(values);
}

/** The field `results` of a request with many items. */
export function resultsOf<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).describe('One result per item of the request, in its order.');
}

type Fields = Readonly<Record<string, z.ZodType>>;

/** The fields with the descriptions of the fields of the same names in a record. A description of their own stays. */
export function describedBy<Given extends Fields>(record: { readonly shape: Fields }, fields: Given): Given;
export function describedBy({ shape }: { readonly shape: Fields }, fields: Fields): Fields {
  const described = Object.entries(fields).map(([name, field]): [string, z.ZodType] => {
    const description = field.description ?? shape[name]?.description;
    return [name, description === undefined ? field : field.describe(description)];
  });
  return Object.fromEntries(described);
}
