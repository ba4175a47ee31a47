import type { UseFormReturnType } from '@mantine/form';
import type { Change, Submitted } from '../data/use-change.ts';
import { SECRET, type ApiRequest } from './api-request.ts';
import type { RequestDialogProps } from './dialogs.tsx';
import { useDraftForm, type DraftFormOptions } from './use-draft-form.ts';

export interface CreateFormOptions<
  Values extends object,
  Body extends object,
  Result = unknown,
> extends DraftFormOptions<Values> {
  readonly creation: Change<Submitted<Body>, Result>;
  /** The path of the list: `/api/v1/users/`. */
  readonly path: ApiRequest['path'];
  readonly bodyOf: (values: Values) => Body;
  /** Called when the dialog is closed, and after a success unless `onCreated` is given. */
  readonly onClose: () => void;
  readonly onCreated?: (record: Result) => void;
}

export interface CreateForm<Values extends object> {
  readonly form: UseFormReturnType<Values>;
  readonly dialog: Pick<RequestDialogProps, 'onClose' | 'onSubmit' | 'error' | 'request' | 'isRunning'>;
}

/** The form of a dialog that creates one record. Its values are forgotten when it is closed. */
export function useCreateForm<Values extends object, Body extends object, Result = unknown>(
  options: CreateFormOptions<Values, Body, Result>,
): CreateForm<Values> {
  const { creation, path, bodyOf, onClose, onCreated = onClose, secrets = [] } = options;
  const { form, key, showError, discard } = useDraftForm(options);
  const close = (): void => {
    discard();
    onClose();
  };
  const created = (record: Result): void => {
    discard();
    onCreated(record);
  };
  return {
    form,
    dialog: {
      onClose: close,
      onSubmit: form.onSubmit((values) => {
        creation.mutate(
          { body: bodyOf(values), idempotencyKey: key },
          { onSuccess: created, onError: showError },
        );
      }),
      error: creation.error,
      request: () => ({ method: 'post', path, body: withoutSecrets(bodyOf(form.getValues()), secrets) }),
      isRunning: creation.isPending,
    },
  };
}

function withoutSecrets(body: object, secrets: readonly string[]): object {
  const shown = Object.entries(body).map(([field, value]: [string, unknown]) => [
    field,
    secrets.includes(field) ? SECRET : value,
  ]);
  return Object.fromEntries(shown) as object;
}
