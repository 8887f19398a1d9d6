import { Button, type ButtonProps, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useLanguage } from '../language/language.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'children'> {
  /** What the button says; also the heading of the dialog, unless `title` says otherwise. */
  label: string
  title?: string
  /** What a screen reader says, where several buttons look alike. */
  name?: string
  /** The dialog is gone: what it showed can be forgotten. */
  onClosed?: () => void
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog; what is in it starts afresh each time. */
export function DialogButton(props: DialogButtonProps) {
  const { label, title = label, name, onClosed, children, ...button } = props
  const { text } = useLanguage()
  const [isOpen, dialog] = useDisclosure(false, { ...(onClosed && { onClose: onClosed }) })
  return (
    <>
      <Button {...button} onClick={dialog.open} aria-haspopup="dialog" {...(name && { 'aria-label': name })}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={title}
        closeButtonProps={{ 'aria-label': text.kit.close }}
        transitionProps={{ duration: 0 }}
      >
        {children(dialog.close)}
      </Modal>
    </>
  )
}
