import { expect, test } from 'vitest'
import { html } from './html-text.ts'

test('values are escaped, markup is not, and what is undefined or false is left out', () => {
  expect(html`<p>${`<b a="1" c='2'>&`}</p>`.html).toBe('<p>&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;</p>')
  expect(html`${html`<b>x</b>`}${{ html: '&' }}`.html).toBe('<b>x</b>&')
  expect(html`a${undefined}${false}b${0}${''}`.html).toBe('ab0')
  expect(html`${['<', html`<br />`, ['x', 1]]}!`.html).toBe('&#60;<br />x1!')
})
