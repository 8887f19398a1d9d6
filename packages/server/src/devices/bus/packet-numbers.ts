import { writeToStream } from 'mqtt-packet'

/** Else the first packet makes a buffer for each of 65 536 numbers, which are eight megabytes for good. */
writeToStream.cacheNumbers = false
