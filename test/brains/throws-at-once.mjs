throw new Error('boom at load')
