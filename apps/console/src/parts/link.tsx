import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

interface BaseProps
  extends AnchorProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | 'color'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

function Base(props: BaseProps): ReactNode {
  return <Anchor c="inherit" fw={500} {...props} />;
}

const Created = createLink(Base);

/** A link to a page of the console. */
export const PageLink: LinkComponent<typeof Base> = (props) => <Created preload="intent" {...props} />;
