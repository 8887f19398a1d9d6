import { Anchor, Button, NavLink } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** The kit's links with the router's typed addresses: `<TextLink to="/doors">`. */
export const TextLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(Button<'a'>)
export const MenuLink = createLink(NavLink<'a'>)
