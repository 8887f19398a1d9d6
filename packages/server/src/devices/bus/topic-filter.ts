/** Does an MQTT topic filter (with `+` and `#`) cover the topic? */
export function topicMatches(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const wanted = filter.split('/')
  for (const [i, level] of wanted.entries()) {
    // MQTT 4.7.1.2: `#` also covers the level above it.
    if (level === '#') return true
    if (i >= levels.length || (level !== '+' && level !== levels[i])) return false
  }
  return wanted.length === levels.length
}
