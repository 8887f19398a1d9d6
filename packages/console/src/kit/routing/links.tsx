import { Anchor, Button, type ButtonProps, NavLink } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** What looks like a button and leads somewhere is a link: it can be opened in a new tab, and is read out as one. */
const AnchorButton = (props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
)

/** The kit's links with the router's typed addresses: `<TextLink to="/doors">`. */
export const TextLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(AnchorButton)
export const MenuLink = createLink(NavLink<'a'>)
