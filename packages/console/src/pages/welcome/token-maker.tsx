import { api, SCOPES, type Smartlock } from '@latchwork/contract'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../kit/data/call.ts'
import { keyOf } from '../../kit/data/queries.ts'
import { useLanguage } from '../../kit/language/language.tsx'
import { Copyable } from '../../kit/layout/copyable.tsx'
import { useComplaint } from '../../kit/states/complaint.tsx'

/** Makes an API key with one token and shows calls that work as they are. The value is not stored in the browser. */
export function TokenMaker({ firstLock }: { firstLock: Smartlock | undefined }) {
  const { text } = useLanguage()
  const maker = useTokenMaker(text.welcome.tokenName)
  const token = maker.data
  if (token === undefined) {
    return (
      <Button loading={maker.isPending} onClick={() => maker.mutate()}>
        {text.welcome.makeToken}
      </Button>
    )
  }
  const { origin } = window.location
  const header = `-H "Authorization: Bearer ${token}"`
  return (
    <Stack w="100%" gap="sm">
      <Alert color="yellow" variant="light">
        {text.welcome.shownOnce}
      </Alert>
      <Copyable label={text.welcome.token} value={token} />
      <Text>{text.welcome.tryIt}</Text>
      <Copyable label={text.welcome.listCall} value={`curl -s ${header} ${origin}/smartlock`} />
      {firstLock && (
        <Copyable
          label={text.welcome.unlockCall(firstLock.name)}
          value={`curl -si -X POST ${header} ${origin}/smartlock/${firstLock.smartlockId}/action/unlock`}
        />
      )}
    </Stack>
  )
}

function useTokenMaker(description: string) {
  const queries = useQueryClient()
  const complain = useComplaint()
  return useMutation({
    mutationFn: async () => {
      const key = await call(api.apiKeys.create, { body: { description } })
      const scopes = SCOPES.filter((scope) => scope !== 'offline_access')
      const { data } = await call(api.apiKeys.createToken, {
        params: { apiKeyId: key.data.apiKeyId },
        body: { description, scopes },
      })
      return data.accessToken
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(api.apiKeys.list) }),
    onError: complain,
  })
}
