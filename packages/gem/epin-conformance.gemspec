# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "epin-conformance"
  spec.version = "@GEM_VERSION@"
  spec.platform = "@PLATFORM@"
  spec.summary = "Certifies libraries of EPIN, PIN, SIN and QPI, in any language"
  spec.description = "The command epin tests whether a library implements EPIN or PIN, the (Extended) Piece Identifier Notation, correctly."
  spec.authors = ["The EPIN conformance harness"]
  spec.license = "MIT"
  spec.homepage = "https://github.com/epin-conformance/harness"
  spec.metadata = { "source_code_uri" => spec.homepage, "rubygems_mfa_required" => "true" }
  spec.required_ruby_version = ">= 3.1"
  spec.files = ["LICENSE", "README.md", "exe/epin", "libexec/@EXECUTABLE@"]
  spec.bindir = "exe"
  spec.executables = ["epin"]
end
