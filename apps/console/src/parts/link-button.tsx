import { Button, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface BaseProps
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | 'color'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

function Base(props: BaseProps): ReactNode {
  return <Button component="a" {...props} />;
}

const Created = createLink(Base);

/** A link to a page of the console that looks like a button: an action that begins on that page. */
export const LinkButton: LinkComponent<typeof Base> = (props) => <Created preload="intent" {...props} />;
