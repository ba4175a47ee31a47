import { notifications } from '@mantine/notifications';

/** Shows why a change of an object failed, over its page: the object has no place for it. */
export function showFailure(object: string): (error: Error) => void {
  return ({ message }) => void notifications.show({ color: 'red', title: object, message });
}
