import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

/** What a link with the look of an element of Mantine receives. */
type LinkProps<Look> = Look &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Look | 'color'> & {
    readonly ref?: Ref<HTMLAnchorElement>;
  };

function TextAnchor(props: LinkProps<AnchorProps>): ReactNode {
  return <Anchor c="inherit" fw={500} {...props} />;
}

function ButtonAnchor(props: LinkProps<ButtonProps>): ReactNode {
  return <Button component="a" {...props} />;
}

const TextLink = createLink(TextAnchor);
const ButtonLink = createLink(ButtonAnchor);

/** A link to a page of the console. */
export const PageLink: LinkComponent<typeof TextAnchor> = (props) => <TextLink preload="intent" {...props} />;

/** A link to a page of the console that looks like a button: an action that begins on that page. */
export const LinkButton: LinkComponent<typeof ButtonAnchor> = (props) => (
  <ButtonLink preload="intent" {...props} />
);
