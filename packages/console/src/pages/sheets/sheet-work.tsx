import { api, SHEET_OUTCOMES, type Sheet } from '@latchwork/contract'
import { useNavigate } from '@tanstack/react-router'
import { useSend } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../kit/forms/confirm-button.tsx'
import { useLanguage } from '../../kit/language/language.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

/** How many rows of each outcome there are. */
export function useCountWords(sheet: Sheet): string[] {
  const { text, format } = useLanguage()
  return SHEET_OUTCOMES.filter((outcome) => sheet[outcome] > 0).map((outcome) =>
    text.sheets.counts[outcome](format.number(sheet[outcome])),
  )
}

/** Cancels one that is under way, throws away one that was not started, forgets one that has ended. */
export function SheetEnding({ sheet: { sheetId, state, isOwn } }: { sheet: Sheet }) {
  const { text } = useLanguage()
  const words = text.sheets
  const navigate = useNavigate()
  const complain = useComplaint()
  const isRunning = state === 'running'
  const remove = useSend(api.sheets.remove, {
    changes: isRunning && isOwn ? [api.sheets.get, api.sheets.list, api.sheets.rows] : [api.sheets.list],
    onError: complain,
    onSuccess: () => {
      // One of somebody else is shown while it is open, and no longer.
      if (!isRunning || !isOwn) void navigate({ to: '/sheets' })
    },
  })
  const isOpen = state === 'read' || state === 'checked'
  const label = isRunning ? words.cancel : isOpen ? words.drop : text.bulk.forget
  const detail = isRunning ? words.cancelDetail : isOpen ? words.dropDetail : words.forgetDetail
  return (
    <ConfirmButton
      label={label}
      title={label}
      detail={detail}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { sheetId } })}
    />
  )
}
